import { cancelImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { importsKey } from './import-queries.ts';

/** Ends an open import, after a question. */
export function EndImport({ id }: { id: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="text" onClick={() => setAsking(true)}>
        {words.end}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={words.end}
          question={words.endQuestion}
          action={words.end}
          failed={words.tryAgain}
          done={words.ended}
          act={async () => {
            await call(cancelImport, { params: { id } });
            await client.invalidateQueries({ queryKey: importsKey });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
