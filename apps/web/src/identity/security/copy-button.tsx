import * as words from '@mbari/words/second-factor';
import { Copy } from 'lucide-react';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(words.copied);
    } catch {
      // Permission denied, or no clipboard API over http.
      toast.error(words.copyFailed);
    }
  };
  return (
    <Button kind="text" onClick={() => void copy()} aria-label={label}>
      <Copy size={18} strokeWidth={1.6} aria-hidden="true" /> {words.copy}
    </Button>
  );
}
