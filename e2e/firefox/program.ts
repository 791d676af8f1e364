import { findProgram } from '../find-program.ts';

/** Null, and a word on the console, where there is none. */
export const program = process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr');
