import { findProgram } from '../find-program.ts';

/** Path of Firefox; null with a console message if it is missing. */
export const program = process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr');
