import { createImport, type ImportSource, importSources, type PhotoImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { FolderOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SelectField } from '~/platform/ui/field.tsx';

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

/** A button in the place of the browser's own field, whose words have the browser's language. */
export function FilesField({ hint, error, files, onChange }: FilesFieldProps) {
  const id = useId();
  return (
    <div className="grid justify-items-start gap-s2">
      <label className="button button-quiet">
        <FolderOpen size={20} strokeWidth={1.6} aria-hidden="true" />
        {words.files}
        <input
          type="file"
          multiple
          accept=".zip,.json"
          aria-describedby={id}
          aria-invalid={error !== undefined}
          className="sr-only"
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            // Otherwise choosing the same files again fires no event.
            target.value = '';
            onChange(chosen);
          }}
        />
      </label>
      {files.length > 0 && (
        <p className="wrap-anywhere">
          <bdi>{files.map(({ name }) => name).join(', ')}</bdi>{' '}
          <span className="text-ink-meta">{formatBytes(files.reduce((sum, { size }) => sum + size, 0))}</span>
        </p>
      )}
      <p id={id} className={error === undefined ? 'text-t15 text-ink-meta' : 'field-error'}>
        {error ?? hint}
      </p>
    </div>
  );
}
