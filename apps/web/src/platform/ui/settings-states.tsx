import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/settings';
import { wordsOf } from '~/platform/lib/call.ts';
import { LoadFailed } from './load-failed.tsx';
import { Spinner } from './spinner.tsx';

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
    <LoadFailed title={words.settingsFailed} onRetry={onRetry}>
      <p role="alert">{wordsOf(error, sentences.settingsFetchFailed)}</p>
    </LoadFailed>
  );
}
