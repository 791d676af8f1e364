import { type Conversation, type findConversation, startConversation } from '@mbari/contract/messages/conversations';
import { sendMessage } from '@mbari/contract/messages/messages';
import type { Author } from '@mbari/contract/people/members';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { send } from '@mbari/words/messages';
import * as words from '@mbari/words/new-message';
import { sending } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { FindMember, MemberRow } from '~/photos/people-shown/find-member.tsx';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { useSession } from '~/platform/lib/session.ts';
import { findUnsentText, storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { FieldError, TextArea, TextField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { ConversationAvatar } from './conversation-avatar.tsx';
import { titleOf } from './conversation-words.ts';
import { conversationOutdated, conversationsIn, conversationWith } from './message-queries.ts';
import { SharedPreview, type Sharing } from './shared-preview.tsx';

const mostMembers = limits.conversationMembers - 1;
const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;
const quiet = (text: string) => <span className="font-normal text-ink-meta">{text}</span>;

interface Receiver extends Author {
  /** Undefined until the server has answered. */
  may?: AnswerOf<typeof findConversation>['data']['may_write'];
}

interface NewMessageFormProps {
  receiver?: Receiver;
  sharing: Sharing;
}

export function NewMessageForm({ receiver, sharing }: NewMessageFormProps) {
  const { user } = useSession();
  // Unsent text is stored for the same receiver and photo only.
  const place = `new message ${JSON.stringify([receiver?.id, sharing])}`;
  const client = useQueryClient();
  const [members, setMembers] = useState<readonly Receiver[]>(receiver ? [receiver] : []);
  const [conversation, setConversation] = useState<Conversation>();
  const [shared, setShared] = useState(sharing);
  const { isGroup, isTextOnly, notes, values, change, busy, errors, setErrors, onSubmit } = useSendNew({
    members,
    conversation,
    shared,
    place,
  });
  const shares = isSharing(shared);
  const choose = (chosen: readonly Receiver[]) => {
    setErrors({});
    setMembers(chosen);
  };
  const add = (member: Author) => {
    choose([...members, member]);
    // A failed answer leaves the decision to the server.
    void client.fetchQuery(conversationWith(member.id)).then(
      ({ may_write: may }) => setMembers((now) => now.map((one) => (one.id === member.id ? { ...one, may } : one))),
      () => undefined,
    );
  };
  return (
    <form
      ref={receiver ? focusMessage : focusSearch}
      noValidate
      onSubmit={onSubmit}
      aria-busy={busy}
      className="grid grid-cols-[minmax(0,1fr)] gap-s4"
    >
      {shares && <SharedPreview {...shared} />}
      {conversation && (
        <p className="person-row">
          <span className="min-w-0 flex-1 truncate font-semibold">
            {words.to} <bdi>{titleOf(conversation)}</bdi>
          </span>
          <IconButton label={words.remove({ name: titleOf(conversation) })} onClick={() => setConversation(undefined)}>
            <X {...icon} />
          </IconButton>
        </p>
      )}
      {members.length > 0 && (
        <ul aria-label={words.to}>
          {members.map((member) => (
            <MemberRow key={member.id} member={member}>
              <IconButton label={words.remove(member)} onClick={() => choose(members.filter(({ id }) => id !== member.id))}>
                <X {...icon} />
              </IconButton>
            </MemberRow>
          ))}
        </ul>
      )}
      <div role="status" className="grid gap-s1 text-t15 text-ink-quiet empty:hidden">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {isTextOnly && (
        <Button kind="quiet" className="justify-self-start" onClick={() => setShared({})}>
          {words.shareAnyway}
        </Button>
      )}
      {conversation === undefined && members.length < mostMembers && (
        <div className="new-message-find">
          <FindMember label={words.find} hint={words.findHint({ most: mostMembers })} except={user ? [user, ...members] : members}>
            {(member, clear) => (
              <IconButton
                label={words.add(member)}
                onClick={() => {
                  add(member);
                  clear();
                }}
              >
                <Plus {...icon} />
              </IconButton>
            )}
          </FindMember>
        </div>
      )}
      {shares && members.length === 0 && conversation === undefined && <RecentConversations onChoose={setConversation} />}
      {isGroup && (
        <TextField
          label={<Phrase parts={words.groupTitle({ quiet })} />}
          name="title"
          dir="auto"
          autoComplete="off"
          maxLength={limits.conversationTitle}
          value={values.title}
          error={errors['title']}
          onChange={({ target }) => change({ title: target.value })}
        />
      )}
      <TextArea
        label={shares ? <Phrase parts={words.messageWithShared({ quiet })} /> : words.message}
        name="body"
        rows={4}
        maxLength={limits.messageBody}
        value={values.body}
        error={errors['body']}
        onChange={({ target }) => {
          storeUnsentText(place, target.value);
          change({ body: target.value });
        }}
      />
      <div aria-live="polite">{errors['members']?.[0] && <FieldError>{errors['members'][0]}</FieldError>}</div>
      <Button type="submit" className="justify-self-start" busy={busy && sending}>
        {send}
      </Button>
    </form>
  );
}

const focusMessage = (form: HTMLFormElement | null): void => form?.querySelector('textarea')?.focus();
const focusSearch = (form: HTMLFormElement | null): void => form?.querySelector('input')?.focus();

interface Addressed {
  members: readonly Receiver[];
  /** An existing conversation, instead of members. */
  conversation: Conversation | undefined;
  shared: Sharing;
  place: string;
}

/** Sends to the conversation, or begins one with the members, and opens it. The text survives leaving the page. */
function useSendNew({ members, conversation, shared, place }: Addressed) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isGroup = members.length > 1;
  const isTextOnly = isSharing(shared) && !isGroup && members[0]?.may === 'request';
  const notes = members.flatMap((member) => {
    if (member.may === 'no') return words.closed(member);
    if (member.may !== 'request') return [];
    return isTextOnly ? words.noShareFirst(member) : isGroup ? words.askedToJoin(member) : words.askedFirst(member);
  });
  const form = useForm({
    start: { body: findUnsentText(place), title: '' },
    check: ({ body }): FieldErrors => {
      if (members.length === 0 && conversation === undefined) return { members: [words.chooseMember] };
      const closed = members.find(({ may }) => may === 'no');
      if (closed) return { members: [words.closed(closed)] };
      if (isTextOnly) return { members: notes };
      return isSharing(shared) || body.trim() !== '' ? {} : { body: [words.writeSomething] };
    },
    send: async ({ body, title }) => {
      const message = {
        body: body.trim(),
        ...(shared.photo !== undefined && { photo_id: shared.photo }),
        ...(shared.topic !== undefined && { topic_id: shared.topic }),
      };
      const begun = {
        member_ids: members.map(({ id }) => id),
        is_group: isGroup,
        ...(isGroup && title.trim() !== '' && { title: title.trim() }),
        message,
      };
      const headers = { 'idempotency-key': attemptKey(place, [conversation?.id, begun]) };
      const id = conversation?.id ?? (await call(startConversation, { body: begun, headers })).data.id;
      if (conversation) await call(sendMessage, { params: { id }, body: message, headers });
      attemptAnswered(place);
      storeUnsentText(place, '');
      conversationOutdated(client, id);
      await navigate({ to: '/messages/$id', params: { id }, replace: true });
    },
    errorsOf: (error) => (error instanceof CallRefused ? byField(error.errors) : {}),
    onFailure: (error) => ({ members: [errorMessage(error, words.failed)] }),
  });
  return { ...form, isGroup, isTextOnly, notes };
}

const isSharing = ({ photo, topic }: Sharing): boolean => photo !== undefined || topic !== undefined;

/** Errors that have no field of the form are shown above the button. */
const byField = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const field = path.replace(/^message\./, '');
      return [field === 'body' || field === 'title' ? field : 'members', texts];
    }),
  );

const shown = 6;

/** Offers the newest conversations in which the viewer may write. */
function RecentConversations({ onChoose }: { onChoose: (conversation: Conversation) => void }) {
  const { data } = useInfiniteQuery(conversationsIn('inbox'));
  const conversations = data?.pages.flatMap((page) => page.data).filter(({ viewer }) => viewer.may_write) ?? [];
  if (conversations.length === 0) return null;
  return (
    <section aria-labelledby="recent-conversations">
      <h2 id="recent-conversations" className="text-t15 font-semibold">
        {words.recent}
      </h2>
      <ul>
        {conversations.slice(0, shown).map((conversation) => (
          <li key={conversation.id}>
            <button type="button" className="recent-conversation" onClick={() => onChoose(conversation)}>
              <ConversationAvatar conversation={conversation} size={40} />
              <span className="min-w-0 truncate" dir="auto">
                {titleOf(conversation)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
