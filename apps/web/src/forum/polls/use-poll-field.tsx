import * as words from '@mbari/words/forum-polls';
import { BarChart3 } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { findDraftPart, removeDraftPart, storeDraftPart } from '~/forum/local-draft-parts.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { emptyPoll, type NewPoll, type PollDraft, pollOf, type PollProblems, problemsOf } from './poll-draft.ts';
import type { PollFormProps } from './poll-form.tsx';

export interface PollField {
  /** Null while there is a poll. */
  button: ReactNode;
  form: ReactNode;
  /** Returns the poll to send: null without one, undefined after showing errors. */
  read: () => NewPoll | null | undefined;
  discard: () => void;
}

/** `scope` is the place of the form's draft. */
export function usePollField(scope: string): PollField {
  const { button, box, focus } = useFocus();
  const { PollForm, load } = usePollForm();
  const { draft, setDraft, discard } = useKeptPoll(scope);
  const [problems, setProblems] = useState<PollProblems | undefined>();
  // A retry must send the same end time, so that the server recognizes it as the same request.
  const sent = useRef<{ draft: PollDraft; poll: NewPoll } | null>(null);

  const change = (next: PollDraft | null): void => {
    setDraft(next);
    setProblems((shown) => shown && (next === null ? undefined : problemsOf(next)));
  };
  const isBegun = draft !== null;
  useEffect(() => {
    if (isBegun) void load();
  }, [isBegun, load]);
  const add = async (): Promise<void> => {
    if (!(await load())) return;
    change(emptyPoll());
    focus('input');
  };
  const remove = (): void => {
    change(null);
    focus('button');
  };
  const read: PollField['read'] = () => {
    if (draft === null) return null;
    const wrong = problemsOf(draft);
    setProblems(wrong);
    if (wrong) {
      focus('[aria-invalid], li input');
      return undefined;
    }
    if (sent.current?.draft !== draft) sent.current = { draft, poll: pollOf(draft) };
    return sent.current.poll;
  };
  return {
    read,
    discard,
    button: draft === null && (
      <Button kind="text" className="-ms-s2" ref={button} onClick={() => void add()}>
        <BarChart3 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.addPoll}
      </Button>
    ),
    form: draft !== null && PollForm && (
      <div ref={box}>
        <PollForm draft={draft} problems={problems} onChange={change} onRemove={remove} />
      </div>
    ),
  };
}

/** Loads the form lazily, because few posts have a poll. */
function usePollForm() {
  const [PollForm, setPollForm] = useState<ComponentType<PollFormProps> | null>(null);
  const load = useCallback(async (): Promise<boolean> => {
    try {
      const { PollForm: Loaded } = await import('./poll-form.tsx');
      setPollForm(() => Loaded);
      return true;
    } catch {
      toast.error(words.formFailed);
      return false;
    }
  }, []);
  return { PollForm, load };
}

/** The pressed button disappears, so focus its replacement once rendered. */
function useFocus() {
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [focusTarget, setFocusTarget] = useState<{ part: string } | null>(null);
  useEffect(() => {
    if (focusTarget) (focusTarget.part === 'button' ? button.current : box.current?.querySelector<HTMLElement>(focusTarget.part))?.focus();
  }, [focusTarget]);
  return { button, box, focus: (part: string) => setFocusTarget({ part }) };
}

const findPoll = (scope: string) => findDraftPart('poll', scope) as PollDraft | null;

/** Stores an unposted poll in the browser. The poll moves along with the draft. */
function useKeptPoll(scope: string) {
  const [at, setAt] = useState(scope);
  const [draft, setDraft] = useState(() => findPoll(scope));
  if (at !== scope) {
    setAt(scope);
    if (draft === null) setDraft(findPoll(scope));
  }
  const stored = useRef(scope);
  useEffect(() => {
    if (stored.current !== scope) removeDraftPart('poll', stored.current);
    stored.current = scope;
    if (draft === null) removeDraftPart('poll', scope);
    else storeDraftPart('poll', scope, draft);
  }, [scope, draft]);
  /** Removes the stored poll directly, because the form may unmount before the effect runs. */
  const discard = (): void => {
    removeDraftPart('poll', scope);
    setDraft(null);
  };
  return { draft, setDraft, discard };
}
