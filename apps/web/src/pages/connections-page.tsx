import * as words from '@mbari/words/directory';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FollowKind } from '~/people/directory/directory-queries.ts';
import '~/people/directory/directory.css';
import { FollowList } from '~/people/directory/follow-list.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { Tabs } from '~/platform/ui/tabs.tsx';

const tabs = [
  { name: 'followers', label: words.followersTab },
  { name: 'following', label: words.followingTab },
] as const satisfies readonly { name: FollowKind; label: string }[];

export default function ConnectionsPage() {
  const search = useSearch({ strict: false });
  const { name: tab, label } = tabs.find(({ name }) => name === search.tab) ?? tabs[0];
  const navigate = useNavigate();
  const { user } = useSession();
  const choose = (name: FollowKind) =>
    void navigate({ to: '/connections', search: name === 'followers' ? {} : { tab: name }, replace: true, resetScroll: false });
  return (
    <div className="people">
      <h1 className="display-large">{words.myConnections}</h1>
      <p className="people-lead">{words.connectionsLead}</p>
      <Tabs label={words.connections} tabs={tabs} chosen={tab} onChoose={choose} controls="connections" />
      <section id="connections" role="tabpanel" aria-label={label}>
        {user && <FollowList key={tab} kind={tab} id={user.id} isOwn />}
      </section>
    </div>
  );
}
