import * as calls from '@mbari/contract/forum/moderation';
import { restoreForumPost } from '@mbari/contract/forum/moderation';
import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-moderation';
import { cancel } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { FolderInput, Gavel, Lock, LockOpen, Merge, Pin, PinOff, Split, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { forumPostsMoved, topicModerated } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';
import './forum-moderation.css';
import type { PostChoice } from './use-post-choice.ts';

/** Tools for organisers, in a chunk that other members do not load. */
export const organiserTools = {
  topicMenu: (topic: Topic, choice: PostChoice) => <OrganiserMenu topic={topic} onSplit={() => choice.start()} />,
  abovePost: (post: ForumPost, choice: PostChoice) => <ChoosePost post={post} choice={choice} />,
  belowPost: (post: ForumPost) => post.is_deleted && <RestorePostButton post={post} />,
  belowTopic: (topic: Topic, choice: PostChoice) => <PostChoiceBar topic={topic} choice={choice} />,
  postMenuItems: (post: ForumPost, choice: PostChoice): MenuItem[] =>
    post.number === 1 || choice.chosen !== null
      ? []
      : [
          {
            label: words.chooseToSplit,
            icon: <Split size={18} strokeWidth={1.6} aria-hidden="true" />,
            onChoose: () => choice.start(post),
          },
        ],
};

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

function OrganiserMenu({ topic, onSplit }: { topic: Topic; onSplit: () => void }) {
  const client = useQueryClient();
  const { run } = useAction(async (change: () => Promise<unknown>, message: string) => {
    await change();
    await topicModerated(client, topic.id);
    toast.success(message);
  }, words.actionFailed);
  const pin = useLazyDialog(async () => (await import('./organiser-dialogs.tsx')).PinDialog);
  const move = useLazyDialog(async () => (await import('./organiser-dialogs.tsx')).MoveDialog);
  const merge = useLazyDialog(async () => (await import('./organiser-dialogs.tsx')).MergeDialog);
  const deletion = useLazyDialog(async () => (await import('./delete-topic-dialog.tsx')).DeleteTopicDialog);
  const params = { id: topic.id };
  const send = (change: () => Promise<unknown>, message: string) => () => void run(change, message);
  const items: MenuItem[] = [
    topic.is_pinned
      ? { label: words.unpin, icon: <PinOff {...icon} />, onChoose: send(() => call(calls.unpinTopic, { params }), words.unpinned) }
      : { label: words.pin, icon: <Pin {...icon} />, onChoose: pin.open },
    topic.is_locked
      ? { label: words.unlock, icon: <LockOpen {...icon} />, onChoose: send(() => call(calls.unlockTopic, { params }), words.unlocked) }
      : { label: words.lock, icon: <Lock {...icon} />, onChoose: send(() => call(calls.lockTopic, { params }), words.locked) },
    { label: words.move, icon: <FolderInput {...icon} />, onChoose: move.open },
    { label: words.split, icon: <Split {...icon} />, onChoose: onSplit },
    { label: words.merge, icon: <Merge {...icon} />, onChoose: merge.open },
    { label: words.deleteTopic, icon: <Trash2 {...icon} />, danger: true, onChoose: deletion.open },
  ];
  return (
    <>
      <Menu label={words.organise} icon={<Gavel {...icon} />} items={items} />
      {pin.Dialog && <pin.Dialog topic={topic} onClose={pin.close} />}
      {move.Dialog && <move.Dialog topic={topic} onClose={move.close} />}
      {merge.Dialog && <merge.Dialog topic={topic} onClose={merge.close} />}
      {deletion.Dialog && <deletion.Dialog topic={topic} onClose={deletion.close} />}
    </>
  );
}

interface ChoosePostProps {
  post: ForumPost;
  choice: PostChoice;
}

/** The opening cannot be moved. */
function ChoosePost({ post, choice: { chosen, toggle } }: ChoosePostProps) {
  if (chosen === null || post.is_deleted) return null;
  if (post.number === 1) return <p className="post-choice">{words.openingStays}</p>;
  const isChosen = chosen.some(({ id }) => id === post.id);
  return (
    <label className="post-choice" data-chosen={isChosen || undefined}>
      <input type="checkbox" checked={isChosen} onChange={() => toggle(post)} aria-label={words.choosePost({ number: post.number })} />
      {words.chooseToSplit}
    </label>
  );
}

function PostChoiceBar({ topic, choice: { chosen, stop } }: { topic: Topic; choice: PostChoice }) {
  const split = useLazyDialog(async () => (await import('./organiser-dialogs.tsx')).SplitDialog);
  if (chosen === null) return null;
  const isTooMany = chosen.length > limits.splitPosts;
  return (
    <section className="post-choice-bar" aria-label={words.choosing}>
      <p role="status">{isTooMany ? words.tooMany({ most: limits.splitPosts }) : words.chosen({ count: chosen.length })}</p>
      <Button kind="quiet" onClick={stop}>
        {cancel}
      </Button>
      <Button aria-disabled={chosen.length === 0 || isTooMany} onClick={() => chosen.length > 0 && !isTooMany && split.open()}>
        {words.splitButton}
      </Button>
      {split.Dialog && <split.Dialog topic={topic} posts={chosen} onSplit={stop} onClose={split.close} />}
    </section>
  );
}

function RestorePostButton({ post }: { post: ForumPost }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await call(restoreForumPost, { params: { id: post.topic_id, postId: post.id } });
      await forumPostsMoved(client, [post.topic_id]);
    } catch (error) {
      // 404: the author left, or is hidden from the organiser.
      const isGone = error instanceof CallRefused && error.status === 404;
      toast.error(isGone ? words.restorePostFailed : errorMessage(error, words.actionFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="text" busy={busy && words.restoringPost} onClick={() => void restore()}>
      <Undo2 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.restorePost}
    </Button>
  );
}
