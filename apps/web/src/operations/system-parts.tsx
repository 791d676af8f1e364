import * as words from '@mbari/words/system';
import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import './system.css';

export type LineState = 'ok' | 'warning' | 'failed' | 'no_answer';

const icons: Readonly<Record<LineState, LucideIcon>> = { ok: CircleCheck, warning: TriangleAlert, failed: CircleX, no_answer: CircleHelp };
const stateWords: Readonly<Record<LineState, string>> = {
  ok: words.ok,
  warning: words.warning,
  failed: words.failed,
  no_answer: words.noAnswer,
};

interface LineProps {
  /** Shown as an icon with words. Omitted: a fact without a state. */
  state?: LineState;
  title: ReactNode;
  /** Short fact at the far end. */
  end?: ReactNode;
  children?: ReactNode;
}

/** One line of a block. */
export function Line({ state, title, end, children }: LineProps) {
  const Icon = state && icons[state];
  return (
    <li className="system-line" data-state={state}>
      {Icon && <Icon size={18} strokeWidth={1.6} role="img" aria-label={stateWords[state]} />}
      <span className="system-line-title">{title}</span>
      {end !== undefined && <span className="system-line-end">{end}</span>}
      {children && <div className="system-line-more">{children}</div>}
    </li>
  );
}

/** Text of the server or another program: English, and left to right in every language. */
export const Technical = ({ children }: { children: string }) => (
  <bdi lang="en" dir="ltr" className="[overflow-wrap:anywhere]">
    {children}
  </bdi>
);

interface BlockProps {
  title: ReactNode;
  id?: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Block({ title, id, action, children }: BlockProps) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="system-block">
      <div className="system-block-head">
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className="flex flex-wrap gap-s2">{action}</div>
      </div>
      {children}
    </section>
  );
}

/** Shows the first lines, and the rest on request. */
export function Lines({ lines, most = 3 }: { lines: readonly ReactNode[]; most?: number }) {
  const rest = lines.slice(most);
  return (
    <>
      <ul>{lines.slice(0, most)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="system-more">{words.showAll({ count: rest.length })}</summary>
          <ul>{rest}</ul>
        </details>
      )}
    </>
  );
}
