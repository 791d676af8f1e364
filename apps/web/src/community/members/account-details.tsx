import {
  type AccountDetails as Details,
  type grantMemberPlan,
  revokeMemberPlan,
  sendMemberExport,
  signOutMember,
} from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { actWords } from '~/moderation/log/act-words.ts';
import { LogDetails } from '~/moderation/log/log-details.tsx';
import { accountChanged } from '~/platform/lib/cache-events/accounts.ts';
import { call } from '~/platform/lib/call.ts';
import { dayOf } from '~/platform/lib/day-of.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { roleWords } from '~/platform/lib/role-words.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { SelectField } from '~/platform/ui/field.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { roleChoices, stateWords } from './account-words.ts';

export function AccountDetails({ account }: { account: Details }) {
  const { name, username, email, avatar_url, state, created_at, photos_count, storage_bytes } = account;
  return (
    <div className="admin-narrow">
      <div className="account-head">
        <Avatar src={avatar_url} size={64} />
        <div className="min-w-0 flex-[1_1_12rem]">
          <h2 className="display text-t26 [overflow-wrap:anywhere]" dir="auto">
            {name}
          </h2>
          <p className="text-ink-meta [overflow-wrap:anywhere]">
            <bdi dir="ltr">
              @{username} · {email}
            </bdi>
          </p>
        </div>
        <Link to="/user/$username" params={{ username }} className="link">
          {words.profile}
        </Link>
      </div>
      <p className="mt-s3 text-ink-quiet">
        {[
          stateWords[state],
          words.joined({ date: dayOf(created_at) }),
          words.room({ count: photos_count, size: formatBytes(storage_bytes) }),
        ].join(' · ')}
      </p>
      <RoleSection account={account} />
      <PlanSection account={account} />
      <DevicesSection account={account} />
      <DataSection account={account} />
      <Section title={words.history}>
        <AccountHistory entries={account.history} />
      </Section>
      <CloseButton account={account} />
    </div>
  );
}

function RoleSection({ account: { id, role } }: { account: Details }) {
  const own = useSession().user?.id === id;
  const [chosen, setChosen] = useState<(typeof roleChoices)[number]>();
  const changing = useLazyDialog(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog);
  return (
    <Section title={words.role} about={words.roleHint}>
      {own ? (
        <p className="mt-s3">
          {roleWords[role]}. {words.ownRole}
        </p>
      ) : (
        <div className="mt-s4 max-w-[320px]">
          <SelectField
            label={words.role}
            value={role}
            onChange={({ currentTarget: { value } }) => {
              setChosen(roleChoices.find(([one]) => one === value));
              changing.open();
            }}
          >
            {roleChoices.map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {changing.Dialog && chosen && <changing.Dialog id={id} newRole={chosen[0]} label={chosen[1]} onClose={changing.close} />}
    </Section>
  );
}

function PlanSection({ account: { id, plan } }: { account: Details }) {
  const { busy, run: act } = useAccountAct(id);
  const grant = useLazyDialog(async () => (await import('./grant-dialog.tsx')).GrantDialog);
  const said =
    plan === null
      ? words.noPlan
      : plan.ends_at === null
        ? words.planOpen({ plan: plan.name })
        : words.planUntil({ plan: plan.name, date: dayOf(plan.ends_at) });
  return (
    <Section title={words.plan}>
      <Row
        title={said}
        action={
          <>
            {plan?.is_granted && (
              <Button kind="text" busy={busy && words.done} onClick={() => void act(revokeMemberPlan)}>
                {words.revoke}
              </Button>
            )}
            <Button kind="quiet" onClick={grant.open}>
              {words.grant}
            </Button>
          </>
        }
      />
      {grant.Dialog && <grant.Dialog id={id} onClose={grant.close} />}
    </Section>
  );
}

function DevicesSection({ account: { id, sessions } }: { account: Details }) {
  const { busy, run: act } = useAccountAct(id);
  return (
    <Section title={words.sessions}>
      {sessions.length === 0 ? (
        <p className="mt-s3 text-ink-quiet">{words.noSessions}</p>
      ) : (
        <>
          {sessions.map((one) => (
            <Row key={one.id} title={deviceName(one)}>
              <HappenedTime at={one.used_at} />
            </Row>
          ))}
          <Button kind="quiet" className="mt-s3" busy={busy && words.done} onClick={() => void act(signOutMember)}>
            {words.signOut}
          </Button>
        </>
      )}
    </Section>
  );
}

/** Members who cannot sign in could not fetch the export. */
function DataSection({ account: { id, state } }: { account: Details }) {
  const { busy, run: act } = useAccountAct(id);
  if (state !== 'live') return null;
  return (
    <Section title={words.data} about={words.dataHint}>
      <Button
        kind="quiet"
        className="mt-s3"
        busy={busy && words.done}
        onClick={() => void act(sendMemberExport, undefined, words.dataSent)}
      >
        {words.sendData}
      </Button>
    </Section>
  );
}

function CloseButton({ account: { id, role, state } }: { account: Details }) {
  const closing = useLazyDialog(async () => (await import('./close-account-dialog.tsx')).CloseAccountDialog);
  if (role === 'admin' || state === 'closed' || state === 'pending' || state === 'waiting') return null;
  return (
    <div className="mt-s7">
      <Button kind="danger" onClick={closing.open}>
        {words.close}
      </Button>
      {closing.Dialog && <closing.Dialog id={id} onClose={closing.close} />}
    </div>
  );
}

function AccountHistory({ entries }: { entries: Details['history'] }) {
  if (entries.length === 0) return <p className="mt-s3 text-ink-quiet">{words.noHistory}</p>;
  return entries.map(({ id, action, actor, reason, note, details, target, created_at }) => (
    <Row key={id} title={actWords[action]}>
      {[actor?.name, reason, note]
        .filter((part) => part !== null && part !== undefined)
        .map((part) => (
          <span key={part} className="block" dir="auto">
            {part}
          </span>
        ))}
      {details !== null && (
        <span className="block">
          <LogDetails details={details} target={target} />
        </span>
      )}
      <HappenedTime at={created_at} />
    </Row>
  ));
}

type Act = typeof grantMemberPlan | typeof revokeMemberPlan | typeof sendMemberExport | typeof signOutMember;

/** Performs one act at a time and refreshes the account. */
function useAccountAct(id: string) {
  const client = useQueryClient();
  return useAction(async (endpoint: Act, body?: object, said: string = words.done) => {
    try {
      await call(endpoint as typeof grantMemberPlan, { params: { id }, ...(body && { body: body as { name: string } }) });
      toast.success(said);
    } finally {
      await accountChanged(client, id);
    }
  }, words.failed);
}
