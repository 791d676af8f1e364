import type { Spot } from '@mbari/contract/photos/comments';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/critique';
import { cancel, close } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Ellipsis, Eye, EyeOff, MapPinPlus, Pencil, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSwipe } from '~/photos/viewer/use-swipe.ts';
import { relativeDate } from '~/platform/lib/dates.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Menu } from '~/platform/ui/menu.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { categoryWords } from './category-words.ts';
import { critiqueOf, type LoadedCritique, useCritiqueChanges } from './critique-queries.ts';
import { CritiqueThreadItem } from './critique-thread.tsx';
import { isPhone, type NumberedThread, Pins, selectedPin } from './pins.tsx';
import { WriteCritique } from './write-critique.tsx';
import './critique.css';

interface CritiquePanelProps {
  photo: Photo;
  image: Image | undefined;
  onShow: (index: number) => void;
  /** The comments. */
  children: ReactNode;
}

/** Comments and critique of a post, of which one shows. A link to a comment opens the tab that has it. */
export function CritiquePanel({ photo, image, onShow, children }: CritiquePanelProps) {
  const { hash } = useLocation();
  const critique = useQuery(critiqueOf(photo.id));
  const { readAgain } = useCritiqueChanges(photo.id);
  useHints(`photo:${photo.id}`, readAgain, ({ change }) => change !== 'likes');
  const linked = hash.startsWith('comment-') ? hash.slice('comment-'.length) : '';
  const linkedThread = critique.data?.threads.find(({ id, replies }) => id === linked || replies.some((reply) => reply.id === linked))?.id;
  const [chosen, choose] = useState<'comments' | 'critique'>();
  const tab = chosen ?? (linkedThread !== undefined || (linked === '' && hash !== 'conversation') ? 'critique' : 'comments');
  return (
    <div className="critique" data-tab={tab} aria-busy={tab === 'critique' && critique.isPending}>
      <Tabs
        label={words.views}
        controls="critique-view"
        chosen={tab}
        onChoose={choose}
        tabs={[
          { name: 'comments', label: <Counted label={words.comments} count={photo.comments_count} /> },
          { name: 'critique', label: <Counted label={words.title} count={critique.data?.threads.length} /> },
        ]}
      />
      <div id="critique-view" role="tabpanel">
        {tab === 'comments' ? (
          children
        ) : critique.data ? (
          <Critique key={linkedThread} {...{ photo, image, onShow }} critique={critique.data} linked={linkedThread ?? null} />
        ) : critique.isError ? (
          <FetchFailed message={words.loadFailed} busy={critique.isFetching} onRetry={() => void critique.refetch()} />
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  );
}

const Counted = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    {label} {count !== undefined && <span className="critique-count">{count}</span>}
  </>
);

interface CritiqueProps extends Omit<CritiquePanelProps, 'children'> {
  critique: LoadedCritique;
  linked: string | null;
}

function Critique({ photo, image, onShow, critique, linked }: CritiqueProps) {
  const { may_critique: mayCritique, may_reply: mayReply, may_edit: mayEdit } = critique.viewer;
  const [open, setOpen] = useState(linked);
  const [isPlacing, setPlacing] = useState(false);
  const [hidesPins, setHidesPins] = useState(false);
  const [draft, setDraft] = useState<Spot | 'whole' | null>(null);
  const { send } = useCritiqueChanges(photo.id);
  const placeButton = useRef<HTMLButtonElement>(null);
  const threads = inOrder(critique.threads, photo.images);
  const onImage = threads.filter(({ pin }) => pin?.image_id === image?.id);
  const isFull = onImage.length >= limits.critiquePins;
  const openThread = (id: string | null) => {
    setOpen(id);
    const thread = threads.find((one) => one.id === id);
    const index = photo.images.findIndex((one) => one.id === thread?.pin?.image_id);
    if (index !== -1 && photo.images[index]?.id !== image?.id) onShow(index);
    if (!isPhone()) requestAnimationFrame(() => itemOf(id)?.scrollIntoView({ block: 'nearest' }));
  };
  const at = threads.findIndex(({ id }) => id === open);
  const step = (by: number): string | undefined => {
    const next = threads.at(at === -1 && by < 0 ? -1 : (at + by) % threads.length)?.id;
    if (next !== undefined) openThread(next);
    return next;
  };
  const stepByKey = (by: number) => {
    const next = step(by);
    requestAnimationFrame(() => numberOf(next)?.focus({ preventScroll: true }));
  };
  const place = () => {
    setDraft(null);
    setOpen(null);
    setHidesPins(false);
    setPlacing(true);
  };
  const write = (spot: Spot | 'whole') => {
    setPlacing(false);
    setOpen(null);
    setDraft(spot);
  };
  const leave = () => {
    flushSync(() => {
      setPlacing(false);
      setDraft(null);
    });
    placeButton.current?.focus({ preventScroll: true });
  };
  const swipe = useSwipe(step);
  useEffect(() => {
    if (linked !== null) itemOf(linked)?.scrollIntoView({ block: 'nearest' });
  }, [linked]);
  useKeys({ p: mayCritique && !isFull && place, n: () => stepByKey(1), N: () => stepByKey(-1), h: () => setHidesPins(!hidesPins) });
  return (
    <>
      <CritiqueHead {...{ photo, critique }} />
      {at !== -1 && (
        <SheetHead
          position={at + 1}
          count={threads.length}
          onStep={step}
          onClose={() => {
            (selectedPin() ?? numberOf(open))?.focus({ preventScroll: true });
            setOpen(null);
          }}
          onList={() => {
            setOpen(null);
            requestAnimationFrame(() => numberOf(open)?.focus());
          }}
        />
      )}
      <ol className="critique-threads" {...(at !== -1 && swipe)}>
        {threads.map((thread) => (
          <CritiqueThreadItem
            key={thread.id}
            {...{ photo, thread, mayReply }}
            isOpen={thread.id === open}
            mayMark={mayEdit && !critique.is_closed}
            onOpen={() => openThread(thread.id === open ? null : thread.id)}
          />
        ))}
      </ol>
      {threads.length === 0 && <p className="text-ink-quiet">{mayCritique ? words.empty : words.emptyOwn}</p>}
      {mayCritique && (
        <div className="critique-place">
          {isPlacing && <p role="status">{words.placeHint}</p>}
          {draft !== null ? (
            <WriteCritique
              label={draft === 'whole' ? words.onWhole : words.yourCritique}
              onSend={(content) => send(content, { spot: draft === 'whole' ? null : draft })}
              onClose={leave}
            />
          ) : isPlacing ? (
            <Button kind="text" className="-ms-2 justify-self-start" onClick={leave}>
              {cancel}
            </Button>
          ) : (
            <div className="critique-actions">
              <Button ref={placeButton} kind="quiet" disabled={isFull} onClick={place}>
                <MapPinPlus size={18} strokeWidth={1.6} aria-hidden="true" />
                {words.placePin}
              </Button>
              <Button kind="text" onClick={() => write('whole')}>
                {words.onWhole}
              </Button>
            </div>
          )}
          {isFull && <p className="text-t15 text-ink-meta">{words.full}</p>}
        </div>
      )}
      {onImage.length > 0 && (
        <IconButton label={hidesPins ? words.showPins : words.hidePins} aria-pressed={hidesPins} onClick={() => setHidesPins(!hidesPins)}>
          {hidesPins ? <EyeOff size={20} strokeWidth={1.6} aria-hidden="true" /> : <Eye size={20} strokeWidth={1.6} aria-hidden="true" />}
        </IconButton>
      )}
      {!photo.warning?.is_blurred && !hidesPins && (
        <Pins
          threads={onImage}
          open={open}
          onOpen={openThread}
          draft={draft === 'whole' || draft?.image_id !== image?.id ? null : draft}
          isPlacing={isPlacing}
          mayHold={mayCritique && !isFull && draft === null}
          onPlace={(spot) => image && write({ image_id: image.id, ...spot })}
          onLeave={leave}
        />
      )}
    </>
  );
}

const itemOf = (id: string | null | undefined): HTMLElement | null => document.getElementById(`comment-${id}`);
const numberOf = (id: string | null | undefined) => itemOf(id)?.querySelector<HTMLElement>('.critique-number');

interface SheetHeadProps {
  position: number;
  count: number;
  onStep: (by: number) => void;
  onClose: () => void;
  onList: () => void;
}

/** Only on a phone, where the open thread is a sheet. Pulling it down leaves the photo alone, pulling it up shows all threads. */
function SheetHead({ position, count, onStep, onClose, onList }: SheetHeadProps) {
  const swipe = useSwipe(onStep, onClose, onList);
  return (
    <div className="critique-sheet-head" {...swipe}>
      <button type="button" className="critique-grip" aria-label={words.showAll} title={words.showAll} onClick={onList} />
      <p aria-live="polite">{words.threadOf({ position, count })}</p>
      <IconButton label={words.previous} disabled={count === 1} onClick={() => onStep(-1)}>
        <ChevronLeft size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label={words.next} disabled={count === 1} onClick={() => onStep(1)}>
        <ChevronRight size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label={close} onClick={onClose}>
        <X size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Pins by image and number, then threads on the whole photo. Each image numbers its own pins. */
function inOrder(threads: LoadedCritique['threads'], images: Photo['images']): NumberedThread[] {
  const pinned = images.flatMap(({ id }) =>
    threads.filter(({ pin }) => pin?.image_id === id).map((thread, index) => ({ ...thread, number: index + 1 })),
  );
  return [...pinned, ...threads.filter(({ pin }) => pin === null).map((thread) => ({ ...thread, number: null }))];
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

function CritiqueHead({ photo, critique }: { photo: Photo; critique: LoadedCritique }) {
  const { category, question, is_closed: isClosed, is_hidden: isHidden, viewer } = critique;
  const { save } = useCritiqueChanges(photo.id);
  const saved = { category, question, is_closed: isClosed, is_hidden: isHidden };
  const change = useAction((edit: Partial<typeof saved>) => save({ ...saved, ...edit }), words.saveFailed);
  const edit = useLazyDialog(async () => (await import('./ask-critique.tsx')).AskCritique);
  const [mayUndo, setMayUndo] = useState(false);
  useEffect(() => {
    if (!mayUndo) return;
    const timer = setTimeout(() => setMayUndo(false), 10_000);
    return () => clearTimeout(timer);
  }, [mayUndo]);
  const toggleClosed = async () => {
    const isSaved = await change.run({ is_closed: !isClosed });
    if (isSaved) setMayUndo(!isClosed);
  };
  return (
    <header className="critique-head">
      <p className="critique-kind">
        <b dir="auto">{viewer.may_edit ? words.yourQuestion : photo.user.name}</b> {categoryWords[category]}
        {viewer.may_edit && (
          <Menu
            label={words.more}
            icon={<Ellipsis {...icon} />}
            items={[
              { label: words.edit, icon: <Pencil {...icon} />, onChoose: edit.open },
              {
                label: isHidden ? words.reveal : words.hide,
                icon: isHidden ? <Eye {...icon} /> : <EyeOff {...icon} />,
                onChoose: () => void change.run({ is_hidden: !isHidden }),
              },
            ]}
          />
        )}
      </p>
      <p className="display text-t26" dir="auto">
        {question}
      </p>
      <p className="text-t15 text-ink-meta">
        {relativeDate(critique.asked_at)} · {isClosed ? words.isClosed : words.critics({ count: critique.critics_count })}
      </p>
      {isHidden && <p className="text-t15 text-ink-meta">{words.isHidden}</p>}
      {viewer.may_edit && (
        <Button kind="text" className="-ms-2" onClick={() => void toggleClosed()}>
          {isClosed ? (mayUndo ? words.undo : words.reopen) : words.close}
        </Button>
      )}
      {edit.Dialog && <edit.Dialog photo={photo} critique={critique} onClose={edit.close} />}
    </header>
  );
}
