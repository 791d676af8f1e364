import { moderationActions } from '@mbari/contract/moderation/actions';
import { log } from '@mbari/words/moderation';
import * as words from '@mbari/words/moderation-log';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { actWords } from '~/moderation/act-words.ts';
import { type LogFilter, LogList } from '~/moderation/log-list.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SelectField } from '~/platform/ui/field.tsx';
import '~/moderation/cases/moderation.css';
import NotFoundPage from './not-found-page.tsx';

export default function ModerationLogPage() {
  const role = useSession().user?.role;
  if (role === 'admin') return <AdminFrame title={log}>{() => <Log />}</AdminFrame>;
  return role === 'moderator' ? <ModeratorFrame /> : <NotFoundPage />;
}

function ModeratorFrame() {
  useEffect(() => setPageTitle(log), []);
  return (
    <div className="moderation">
      <Link to="/moderation" className="link text-t15">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="display-large">
        {log}
      </h1>
      <Log />
    </div>
  );
}

function Log() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const action = moderationActions.find((one) => one === search.action);
  const filter: LogFilter = { ...(action && { action }), ...(search.actor !== undefined && { actor: search.actor }) };
  const show = (to: LogFilter) => void navigate({ to: '/moderation/log', search: to, replace: true, resetScroll: false });
  return (
    <div className="admin-narrow">
      <p className="moderation-lead">{words.lead}</p>
      <div className="moderation-head">
        <SelectField
          name="action"
          label={words.act}
          value={action ?? ''}
          onChange={({ target }) => {
            const { action: _, ...rest } = filter;
            const chosen = moderationActions.find((one) => one === target.value);
            show({ ...rest, ...(chosen && { action: chosen }) });
          }}
        >
          <option value="">{words.allActs}</option>
          {moderationActions.map((one) => (
            <option key={one} value={one}>
              {actWords[one]}
            </option>
          ))}
        </SelectField>
        {filter.actor !== undefined && (
          <Button kind="quiet" onClick={() => show(action ? { action } : {})}>
            {words.ofEveryone}
          </Button>
        )}
      </div>
      <LogList key={`${action} ${filter.actor}`} filter={filter} onActor={(actor) => show({ ...filter, actor })} />
    </div>
  );
}
