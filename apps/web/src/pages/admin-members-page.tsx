import * as words from '@mbari/words/admin';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AccountFilters } from '~/features/admin-members/account-filters.tsx';
import { AccountList } from '~/features/admin-members/account-list.tsx';
import type { AccountFilter } from '~/features/admin-members/account-queries.ts';
import { roleChoices, stateChoices } from '~/features/admin-members/account-words.ts';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';

/** Everybody who has an account. */
export function AdminMembersPage() {
  return <AdminFrame title={words.members}>{() => <Accounts />}</AdminFrame>;
}

function Accounts() {
  const { q, role: asked, state: wanted } = useSearch({ from: '/shell/admin/members' });
  const navigate = useNavigate();
  const role = roleChoices.find(([one]) => one === asked)?.[0];
  const state = stateChoices.find(([one]) => one === wanted)?.[0];
  const filter: AccountFilter = { ...(q && { search: q }), ...(role && { role }), ...(state && { state }) };
  const choose = ({ search, role, state }: AccountFilter) =>
    void navigate({
      to: '/admin/members',
      search: { ...(search && { q: search }), ...(role && { role }), ...(state && { state }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="admin-narrow">
      <p className="text-ink-quiet">{words.membersLead}</p>
      <AccountFilters filter={filter} onChange={choose} />
      <AccountList filter={filter} />
    </div>
  );
}
