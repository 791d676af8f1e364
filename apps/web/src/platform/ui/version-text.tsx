import { emptyVersion } from '@mbari/words/edit-conflicts';
import type { ReactNode } from 'react';
import './version-text.css';

interface VersionTextProps {
  heading: string;
  title?: string;
  text: string;
  children?: ReactNode;
}

export function VersionText({ heading, title = '', text, children }: VersionTextProps) {
  return (
    <div className="version-text">
      <h4 className="text-t15 text-ink-meta">{heading}</h4>
      {title !== '' && (
        <p className="font-semibold" dir="auto">
          {title}
        </p>
      )}
      <textarea
        className="field-control"
        dir="auto"
        rows={text.length > 60 || text.includes('\n') ? 4 : 2}
        readOnly
        aria-label={heading}
        value={text === '' ? emptyVersion : text}
      />
      {children}
    </div>
  );
}
