import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/settings';
import { errorMessage } from '~/platform/lib/call.ts';
import { LoadFailed } from './load-failed.tsx';
import { Spinner } from './spinner.tsx';

export function SettingsLoading() {
  return (
    <p role="status" className="settings-loading flex items-center gap-s3 py-s6 text-ink-quiet">
      <Spinner size={28} /> {words.loadingSettings}
    </p>
  );
}

/** Error that stays until the settings have loaded, unlike a toast. */
export function SettingsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <LoadFailed title={words.settingsFailed} onRetry={onRetry}>
      <p role="alert">{errorMessage(error, sentences.settingsFetchFailed)}</p>
    </LoadFailed>
  );
}
