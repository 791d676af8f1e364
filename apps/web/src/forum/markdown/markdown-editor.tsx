import type { Author } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/markdown';
import { lazy, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { editField } from '~/platform/lib/edit-field.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { FieldError } from '~/platform/ui/field.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { type Format, formatText } from './format-text.ts';
import { insertFiles, type OnFiles } from './insert-files.ts';
import { CharactersLeft, isTooLong, MarkdownField, selectedIn } from './markdown-field.tsx';
import { Toolbar } from './toolbar.tsx';
import './markdown-editor.css';

interface MarkdownEditorProps {
  /** What the field is called; not shown. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** For whoever puts the focus into the field, or text at its caret. */
  field?: RefObject<HTMLTextAreaElement | null>;
  /** Whom an @ suggests first. */
  participants?: () => readonly Author[];
  /** Takes images that are pasted or dropped, and asks for some where there are none; without it there is no button for them. */
  onFiles?: OnFiles;
  onSend?: () => void;
  placeholder?: string;
  error?: readonly string[] | undefined;
  /** On wide screens the preview stands beside the text; else it is always a tab. */
  beside?: boolean;
  /** More tools behind the others. */
  tools?: ReactNode;
}

/** Loaded when it is first asked for. Where it cannot be, a sentence stands in its place. */
const Preview = lazy(() =>
  import('./preview.tsx').then(
    (loaded) => ({ default: loaded.Preview }),
    () => ({ default: () => <p className="markdown-preview">{words.previewFailed}</p> }),
  ),
);

const nobody = (): readonly Author[] => [];

/** Where Markdown is written: a plain text field, with tools that write the marks. */
export function MarkdownEditor({ value, onChange, participants = nobody, onFiles, onSend, error = [], ...rest }: MarkdownEditorProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const { label, field = own, placeholder, beside = false, tools } = rest;
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
        {(previews || isBeside) && (
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
