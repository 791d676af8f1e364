import * as words from '@mbari/words/second-factor';
import { Download } from 'lucide-react';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { CopyButton } from './copy-button.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const site = useSiteName();
  const text = codes.join('\n');
  return (
    <ShownOnceDialog title={words.recoveryCodes} hint={words.codesHint} kept={words.kept} keepFirst={words.keepFirst} onKept={onSaved}>
      <ol className="recovery-codes code-type" aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-s2">
        <CopyButton text={text} label={words.copyCodes} />
        <Button kind="text" onClick={() => download(words.fileName({ site }), `${words.fileHead({ site })}\n\n${text}\n`)}>
          <Download size={18} strokeWidth={1.6} aria-hidden="true" /> {words.download}
        </Button>
      </div>
    </ShownOnceDialog>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
