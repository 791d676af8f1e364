import { endTokens } from '@mbari/words/passwords';

/** Checked by default: a thief may have created a token. */
export function EndTokensField() {
  return (
    <label className="flex min-h-(--touch) items-center gap-s3">
      <input type="checkbox" name="end_tokens" defaultChecked className="size-[20px] flex-none accent-indigo" />
      {endTokens}
    </label>
  );
}
