import './new-message.css';
import { findConversation } from '@mbari/contract/messages/conversations';
import { readProfile } from '@mbari/contract/people/profiles';
import { back, newMessage } from '@mbari/words/messages';
import * as words from '@mbari/words/new-message';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { conversationWithKey } from '~/platform/lib/query-keys.ts';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { NewMessageForm } from './new-message-form.tsx';
import type { Sharing } from './shared-preview.tsx';

/** First message to one or several members. With `photo` or `topic` in the address, sends it to them or to a recent conversation. */
export function NewMessage() {
  const { to, photo, topic } = useSearch({ strict: false });
  const shares = photo !== undefined || topic !== undefined;
  const title = shares ? words.share : newMessage;
  useEffect(() => setPageTitle(title), [title]);
  return (
    <section className="new-message" aria-labelledby="new-message">
      <header>
        <Link to="/messages" className="icon-button" aria-label={back} title={back}>
          <ArrowLeft size={20} strokeWidth={1.6} aria-hidden="true" />
        </Link>
        <h1 id="new-message" tabIndex={-1} className="display text-t26">
          {title}
        </h1>
      </header>
      {to === undefined ? (
        <NewMessageForm key={photo ?? topic} sharing={{ photo, topic }} />
      ) : (
        <ToMember key={to} username={to} sharing={{ photo, topic }} />
      )}
    </section>
  );
}

const conversationWithUsername = (username: string) =>
  queryOptions({
    queryKey: conversationWithKey(`@${username}`),
    queryFn: async ({ signal }) => {
      const { data: profile } = await call(readProfile, { params: { username }, signal });
      return (await call(findConversation, { params: { id: profile.id }, signal })).data;
    },
    staleTime: 0,
  });

/** Opens the conversation with the member if there is one. */
function ToMember({ username, sharing }: { username: string; sharing: Sharing }) {
  const { data, error } = useQuery(conversationWithUsername(username));
  if (data?.conversation_id && sharing.photo === undefined && sharing.topic === undefined)
    return <Navigate to="/messages/$id" params={{ id: data.conversation_id }} replace />;
  if (data) return <NewMessageForm receiver={{ ...data.user, may: data.may_write }} sharing={sharing} />;
  if (error)
    return (
      <>
        <p role="alert" className="mb-s4">
          {words.noSuchMember}
        </p>
        <NewMessageForm sharing={sharing} />
      </>
    );
  return <Spinner />;
}
