import { Copy } from 'lucide-react';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Copied');
    } catch {
      // Refused, or a page over plain http, where browsers have no clipboard.
      toast.error('It could not be copied. Please select it and copy it yourself.');
    }
  };
  return (
    <Button kind="text" onClick={() => void copy()} aria-label={`Copy the ${what}`}>
      <Copy size={18} strokeWidth={1.6} aria-hidden="true" /> Copy
    </Button>
  );
}
