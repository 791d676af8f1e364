import * as words from '@mbari/words/ui';
import { Button } from './button.tsx';

interface SaveFooterProps {
  form: string;
  busy: boolean;
  onCancel: () => void;
}

export function SaveFooter({ form, busy, onCancel }: SaveFooterProps) {
  return (
    <>
      <Button kind="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button type="submit" form={form} busy={busy && words.saving}>
        {words.saveChanges}
      </Button>
    </>
  );
}
