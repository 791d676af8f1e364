import {
  addParticipants,
  type Conversation,
  leaveConversation,
  removeParticipant,
  retentionDays,
  updateConversation,
} from '@mbari/contract/messages/conversations';
import type { Author } from '@mbari/contract/people/members';
import type { BodyOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/conversation-details';
import { save, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BellOff, Pin, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { MemberMenu } from '~/people/directory/member-menu.tsx';
import { FindMember } from '~/photos/people-shown/find-member.tsx';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { SwitchOption } from '~/platform/ui/option-row.tsx';
import { nameOf } from '../conversation-words.ts';
import { conversationChanged, conversationGone } from '../message-queries.ts';

interface DetailsProps {
  conversation: Conversation;
  onClose: () => void;
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Members and settings of a conversation. */
export function ConversationDetails({ conversation, onClose }: DetailsProps) {
  const { is_group: isGroup, is_request: isRequest } = conversation;
  return (
    <Dialog title={isGroup ? words.group : words.details} onClose={onClose}>
      <div className="grid gap-s5">
        {isGroup && !isRequest && <Title conversation={conversation} />}
        <Members conversation={conversation} />
        {!isRequest && <Settings conversation={conversation} />}
        <Leave conversation={conversation} />
      </div>
    </Dialog>
  );
}

/** Saves changes of a conversation. */
function useUpdate({ id }: Conversation) {
  const client = useQueryClient();
  return async (body: BodyOf<typeof updateConversation>) => {
    conversationChanged(client, (await call(updateConversation, { params: { id }, body })).data);
  };
}

function Title({ conversation }: { conversation: Conversation }) {
  const update = useUpdate(conversation);
  const { values, change, unsaved, busy, errors, onSubmit } = useForm({
    start: { title: conversation.title ?? '' },
    send: ({ title }) => update({ title: title.trim() || null }),
    failed: words.failed,
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-s2">
      <TextField
        label={words.title}
        hint={words.titleHint}
        name="title"
        dir="auto"
        autoComplete="off"
        maxLength={limits.conversationTitle}
        value={values.title}
        error={errors['title']}
        onChange={({ target }) => change({ title: target.value })}
      />
      {unsaved && (
        <Button type="submit" kind="quiet" className="justify-self-start" busy={busy && saving}>
          {save}
        </Button>
      )}
    </form>
  );
}

function Members({ conversation }: { conversation: Conversation }) {
  const { id, is_group: isGroup, members, viewer } = conversation;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<Author>();
  const { busy, run } = useAction(async ({ id: memberId, name }: Author) => {
    const { data } = await call(addParticipants, { params: { id }, body: { member_ids: [memberId] } });
    const isAsked = data.members.some(({ user, is_asked: asked }) => user?.id === memberId && asked);
    conversationChanged(client, data);
    toast.success(isAsked ? words.wasAsked({ name }) : words.added({ name }));
  }, words.failed);
  return (
    <section aria-label={words.members}>
      <h3 className="text-t15 font-semibold">{words.members}</h3>
      <ul>
        {members.map(({ user, is_viewer: isViewer, is_asked: isAsked }, index) => (
          <li key={user?.id ?? `closed ${index}`} className="person-row">
            <Avatar src={user?.avatar_url} size={40} />
            <span className="min-w-0 flex-1">
              {user ? (
                <Link to="/user/$username" params={{ username: user.username }} className="block truncate font-semibold" dir="auto">
                  {user.name}
                </Link>
              ) : (
                <span className="text-ink-meta">{nameOf(user)}</span>
              )}
              {user && (
                <span className="block truncate text-t15 text-ink-meta">
                  {(isViewer || (isAsked && isGroup)) && <>{isViewer ? words.you : words.asked} · </>}
                  <bdi>@{user.username}</bdi>
                </span>
              )}
            </span>
            {user && !isViewer && isGroup && viewer.may_remove && (
              <IconButton label={words.remove({ name: user.name })} onClick={() => setRemoving(user)}>
                <X {...icon} />
              </IconButton>
            )}
            {user && !isViewer && (
              <MemberMenu member={user} onBlocked={() => void (isGroup || navigate({ to: '/messages', replace: true }))} />
            )}
          </li>
        ))}
      </ul>
      {viewer.may_add && members.length < limits.conversationMembers && (
        <FindMember label={words.find} hint={words.findHint} except={members.flatMap(({ user }) => user ?? [])}>
          {(member, clear) => (
            <IconButton
              label={words.add(member)}
              aria-disabled={busy}
              onClick={() => void run(member).then((isAdded) => isAdded && clear())}
            >
              <Plus {...icon} />
            </IconButton>
          )}
        </FindMember>
      )}
      {removing && (
        <ConfirmAction
          title={words.remove({ name: removing.name })}
          question={words.removeQuestion({ name: removing.name })}
          action={words.removeAction}
          failed={words.failed}
          done={words.removed({ name: removing.name })}
          act={async () => {
            await call(removeParticipant, { params: { id, memberId: removing.id } });
            conversationChanged(client, { ...conversation, members: members.filter(({ user }) => user?.id !== removing.id) });
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

type Days = (typeof retentionDays)[number];

const period = (days: number): string => (days === 365 ? words.oneYear : words.days({ days }));

function Settings({ conversation }: { conversation: Conversation }) {
  const { is_muted: isMuted, is_pinned: isPinned, retention_days: kept } = conversation;
  const update = useUpdate(conversation);
  const { busy, run } = useAction(update, words.failed);
  const [shorter, setShorter] = useState<Days>();
  const offered = retentionDays.filter((days) => days < (kept ?? Number.POSITIVE_INFINITY)).toReversed();
  return (
    <div className="grid gap-s4">
      <div>
        <SwitchOption
          icon={BellOff}
          label={words.mute}
          hint={words.muteHint}
          on={isMuted}
          disabled={busy}
          onChange={(on) => void run({ is_muted: on })}
        />
        <SwitchOption
          icon={Pin}
          label={words.pin}
          hint={words.pinHint}
          on={isPinned}
          disabled={busy}
          onChange={(on) => void run({ is_pinned: on })}
        />
      </div>
      <SelectField
        label={words.keep}
        hint={words.keepHint}
        value={kept ?? ''}
        onChange={({ target }) => setShorter(offered.find((days) => `${days}` === target.value))}
      >
        <option value={kept ?? ''}>{kept === null ? words.forever : period(kept)}</option>
        {offered.map((days) => (
          <option key={days} value={days}>
            {period(days)}
          </option>
        ))}
      </SelectField>
      {shorter && (
        <ConfirmAction
          title={words.shorten}
          question={words.shortenQuestion({ time: period(shorter) })}
          action={words.shortenAction}
          failed={words.failed}
          act={() => update({ retention_days: shorter })}
          onClose={() => setShorter(undefined)}
        />
      )}
    </div>
  );
}

function Leave({ conversation: { id, is_group: isGroup } }: { conversation: Conversation }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const label = isGroup ? words.leave : words.discard;
  return (
    <>
      <Button kind="danger" className="justify-self-start" onClick={() => setAsked(true)}>
        {label}
      </Button>
      {asked && (
        <ConfirmAction
          title={label}
          question={isGroup ? words.leaveQuestion : words.discardQuestion}
          action={isGroup ? words.leaveAction : words.discardAction}
          failed={words.failed}
          done={isGroup ? words.left : words.discarded}
          act={async () => {
            await call(leaveConversation, { params: { id } });
            await navigate({ to: '/messages', replace: true });
            conversationGone(client, id);
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
