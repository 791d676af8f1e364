import type { PhotoImport } from '@mbari/contract/photos/imports';
import { reasonText } from '~/platform/lib/refusal-words.ts';

/** Why something was not imported, in the reader's language. */
export const Problem = ({ problem: { reason, params, message } }: { problem: NonNullable<PhotoImport['problem']> }) => (
  <span>{reasonText({ reason, ...(params && { params }) }) ?? message}</span>
);
