import { createImport, type ImportSource, importSources, type PhotoImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SelectField, TextField } from '~/platform/ui/field.tsx';

const sources: Record<ImportSource, { name: string; how: string }> = {
  instagram: { name: 'Instagram', how: words.howInstagram },
  flickr: { name: 'Flickr', how: words.howFlickr },
  pixelfed: { name: 'Pixelfed', how: words.howPixelfed },
  folder: { name: words.folder, how: words.howFolder },
};

/** Asks where the pictures are and for the files, and begins the upload. */
export function NewImport({ onCreated }: { onCreated: (created: PhotoImport, files: File[]) => void }) {
  const site = useSite();
  const [source, setSource] = useState<ImportSource>('instagram');
  const [files, setFiles] = useState<File[]>([]);
  const offered = importSources.filter((one) => one !== 'pixelfed' || site?.import_hosts);
  const creation = useAction(async () => {
    const body = { source, files: files.map(({ name, size }) => ({ name, bytes: size })) };
    onCreated((await call(createImport, { body })).data, files);
  }, words.tryAgain);
  return (
    <form
      className="import-form"
      onSubmit={(event) => {
        event.preventDefault();
        void creation.run();
      }}
    >
      <SelectField
        label={words.source}
        hint={sources[source].how}
        value={source}
        onChange={({ target }) => setSource(importSources.find((one) => one === target.value) ?? 'instagram')}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {sources[one].name}
          </option>
        ))}
      </SelectField>
      <FilesField hint={words.filesHint} files={files} onChange={setFiles} />
      <div>
        <Button type="submit" busy={creation.busy && words.starting} aria-disabled={files.length === 0 || undefined}>
          {words.upload}
        </Button>
      </div>
    </form>
  );
}

interface FilesFieldProps {
  hint: string;
  error?: string | undefined;
  files: readonly File[];
  onChange: (files: File[]) => void;
}

export function FilesField({ hint, error, files, onChange }: FilesFieldProps) {
  return (
    <TextField
      label={words.files}
      hint={hint}
      error={error}
      type="file"
      multiple
      required
      accept=".zip,.json"
      aside={
        files.length > 0 && <span className="text-t15 text-ink-meta">{formatBytes(files.reduce((sum, { size }) => sum + size, 0))}</span>
      }
      onChange={({ target }) => onChange([...(target.files ?? [])])}
    />
  );
}
