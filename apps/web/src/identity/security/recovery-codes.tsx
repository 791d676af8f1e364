import * as words from '@mbari/words/second-factor';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { CopyButton } from './copy-button.tsx';

/** The codes are shown once, so closing requires a confirmation that they are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const site = useSiteName();
  const [isCloseRefused, setCloseRefused] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog title={words.recoveryCodes} onClose={() => setCloseRefused(true)} footer={<Button onClick={onSaved}>{words.kept}</Button>}>
      <div className="grid gap-s4">
        <p className="text-pretty text-ink-quiet">{words.codesHint}</p>
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
        <div role="alert" className="empty:hidden">
          {isCloseRefused && <FieldError>{words.keepFirst}</FieldError>}
        </div>
      </div>
    </Dialog>
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
