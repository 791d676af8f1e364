import type { Author } from '@mbari/contract/people/members';
import * as words from '@mbari/words/markdown';
import { lazy, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { editField } from '~/platform/lib/edit-field.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { FieldError } from '~/platform/ui/field.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { type Format, formatText } from './format-text.ts';
import { CharactersLeft, isTooLong, MarkdownField, selectedIn } from './markdown-field.tsx';
import { insertFiles, type OnFiles } from './pending-images.ts';
import { Toolbar } from './toolbar.tsx';
import './markdown-editor.css';

interface MarkdownEditorProps {
  /** Accessible name; not visible. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  field?: RefObject<HTMLTextAreaElement | null>;
  participants?: () => readonly Author[];
  /** Takes pasted or dropped images; an empty list opens a chooser. Without `onFiles` there is no button. */
  onFiles?: OnFiles;
  onSend?: () => void;
  placeholder?: string;
  error?: readonly string[] | undefined;
  /** On wide screens, the preview of a text is next to it instead of in a tab. */
  beside?: boolean;
  tools?: ReactNode;
}

/** If the lazy chunk fails to load, an error text is shown instead. */
const Preview = lazy(() =>
  import('./preview.tsx').then(
    (loaded) => ({ default: loaded.Preview }),
    () => ({ default: () => <p className="markdown-preview">{words.previewFailed}</p> }),
  ),
);

const noAuthors = (): readonly Author[] => [];

export function MarkdownEditor({ value, onChange, participants = noAuthors, onFiles, onSend, error = [], ...rest }: MarkdownEditorProps) {
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const { label, field = ownRef, placeholder, beside = false, tools } = rest;
  const id = useId();
  const isBeside = useMediaQuery('(min-width: 1200px)') && beside;
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const previews = tab === 'preview' && !isBeside;
  const format = (name: Format) => field.current && editField(field.current, formatText(selectedIn(field.current), name));
  const takeFiles = (files: readonly File[]) => {
    if (field.current && onFiles) void insertFiles(field.current, files, onFiles);
  };
  const described = [error.length > 0 && `${id}-error`, `${id}-count`].filter(Boolean).join(' ');
  return (
    <div className="markdown-editor" data-beside={isBeside || undefined}>
      <div className="markdown-head">
        {!isBeside && (
          <Tabs
            label={words.tabs}
            tabs={[
              { name: 'write', label: words.write },
              { name: 'preview', label: words.preview },
            ]}
            chosen={tab}
            onChoose={setTab}
          />
        )}
        {!previews && (
          <Toolbar controls={id} onFormat={format} onAddImages={onFiles && (() => takeFiles([]))}>
            {tools}
          </Toolbar>
        )}
      </div>
      <div className="markdown-panes">
        <MarkdownField
          {...{ field, id, value, onChange, participants, onSend, label, placeholder }}
          onFiles={onFiles && takeFiles}
          describedBy={described}
          isInvalid={error.length > 0 || isTooLong(value)}
          hidden={previews}
        />
        {(previews || (isBeside && value.trim() !== '')) && (
          <Suspense fallback={<p className="markdown-preview" aria-busy="true" />}>
            <Preview id={`${id}-preview`} body={value} />
          </Suspense>
        )}
      </div>
      <CharactersLeft id={`${id}-count`} text={value} />
      <div aria-live="polite">{error.length > 0 && <FieldError id={`${id}-error`}>{error.join(' ')}</FieldError>}</div>
    </div>
  );
}
