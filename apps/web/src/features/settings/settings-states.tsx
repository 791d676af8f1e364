import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/settings';
import { wordsOf } from '~/lib/call.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Spinner } from '~/ui/spinner.tsx';

export function SettingsLoading() {
  return (
    <p role="status" className="flex items-center gap-s3 py-s6 text-ink-quiet">
      <Spinner size={28} /> {words.loadingSettings}
    </p>
  );
}

/** In the page until they have loaded; the toast that says it too goes by itself. */
export function SettingsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState drawing="cracked" title={words.settingsFailed} action={<Button onClick={onRetry}>{words.tryAgain}</Button>}>
      <p role="alert">{wordsOf(error, sentences.settingsFetchFailed)}</p>
    </EmptyState>
  );
}
