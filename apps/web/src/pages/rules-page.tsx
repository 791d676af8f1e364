import * as words from '@mbari/words/rules';
import { Link } from '@tanstack/react-router';
import { RulesList } from '~/moderation/rules/rules-list.tsx';
import { useSession } from '~/platform/lib/session.ts';

export default function RulesPage() {
  const isAdmin = useSession().user?.role === 'admin';
  return (
    <div className="rules-page">
      <h1 tabIndex={-1} className="display-large">
        {words.rules}
      </h1>
      <p className="rules-lead">{words.lead}</p>
      <RulesList />
      {isAdmin && (
        <Link to="/admin/rules" className="link mt-s5 inline-block">
          {words.change}
        </Link>
      )}
    </div>
  );
}
