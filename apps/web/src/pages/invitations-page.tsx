import * as words from '@mbari/words/invitations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { InvitationList, invitationList, type InvitationScope } from '~/identity/joining/invitation-list.tsx';
import { NewInvitationDialog } from '~/identity/joining/new-invitation-dialog.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/identity/joining/invitations.css';

/** The viewer's invitations; for organisers, everybody's. */
export default function InvitationsPage() {
  const { user } = useSession();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  useEffect(() => setPageTitle(words.title), []);
  const [making, setMaking] = useState(false);
  const { data } = useInfiniteQuery(invitationList('own'));
  const most = data?.pages[0]?.viewer;
  const isOrganiser = user !== null && user.role !== 'member';
  const whose: InvitationScope = isOrganiser && search.tab === 'all' ? 'all' : 'own';
  const tabs = [
    { name: 'own', label: words.own },
    { name: 'all', label: words.all },
  ] as const;
  const choose = (name: InvitationScope) =>
    void navigate({ to: '/invitations', search: name === 'own' ? {} : { tab: name }, replace: true, resetScroll: false });
  return (
    <div className="invitations">
      <h1 tabIndex={-1} className="display-large">
        {words.title}
      </h1>
      <p className="invitations-lead">{isOrganiser ? words.lead : words.leadMembers}</p>
      <div className="invitations-head">
        {isOrganiser && <Tabs label={words.title} tabs={tabs} chosen={whose} onChoose={choose} controls="invitations" />}
        {most?.may_invite !== false && (
          // Reserves space until the server answers whether the viewer may invite.
          <Button className={most ? undefined : 'invisible'} onClick={() => setMaking(true)}>
            {words.invite}
          </Button>
        )}
      </div>
      {user?.role === 'admin' && (
        <Link to="/admin/joining" className="link text-t15">
          {words.settings}
        </Link>
      )}
      <section id="invitations" {...(isOrganiser && { 'role': 'tabpanel', 'aria-label': whose === 'own' ? words.own : words.all })}>
        <InvitationList key={whose} whose={whose} />
      </section>
      {making && most && <NewInvitationDialog maximum={most} onClose={() => setMaking(false)} />}
    </div>
  );
}
