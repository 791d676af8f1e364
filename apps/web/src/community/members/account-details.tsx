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
import { actWords } from '~/moderation/act-words.ts';
import { LogDetails } from '~/moderation/log-details.tsx';
import { accountChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { dayOf } from '~/platform/lib/dates.ts';
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
  const isOwnAccount = useSession().user?.id === id;
  const [choice, setChoice] = useState<(typeof roleChoices)[number]>();
  const roleDialog = useLazyDialog(async () => (await import('./account-dialogs.tsx')).ChangeRoleDialog);
  return (
    <Section title={words.role} about={words.roleHint}>
      {isOwnAccount ? (
        <p className="mt-s3">
          {roleWords[role]}. {words.ownRole}
        </p>
      ) : (
        <div className="mt-s4 max-w-[320px]">
          <SelectField
            label={words.role}
            value={role}
            onChange={({ currentTarget: { value } }) => {
              setChoice(roleChoices.find(([option]) => option === value));
              roleDialog.open();
            }}
          >
            {roleChoices.map(([option, label]) => (
              <option key={option} value={option}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {roleDialog.Dialog && choice && <roleDialog.Dialog id={id} newRole={choice[0]} label={choice[1]} onClose={roleDialog.close} />}
    </Section>
  );
}

function PlanSection({ account: { id, plan } }: { account: Details }) {
  const { busy, run: performAct } = useAccountAct(id);
  const grant = useLazyDialog(async () => (await import('./account-dialogs.tsx')).GrantDialog);
  const message =
    plan === null
      ? words.noPlan
      : plan.ends_at === null
        ? words.planOpen({ plan: plan.name })
        : words.planUntil({ plan: plan.name, date: dayOf(plan.ends_at) });
  return (
    <Section title={words.plan}>
      <Row
        title={message}
        action={
          <>
            {plan?.is_granted && (
              <Button kind="text" busy={busy && words.done} onClick={() => void performAct(revokeMemberPlan)}>
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
  const { busy, run: performAct } = useAccountAct(id);
  return (
    <Section title={words.sessions}>
      {sessions.length === 0 ? (
        <p className="mt-s3 text-ink-quiet">{words.noSessions}</p>
      ) : (
        <>
          {sessions.map((session) => (
            <Row key={session.id} title={deviceName(session)}>
              <HappenedTime at={session.used_at} />
            </Row>
          ))}
          <Button kind="quiet" className="mt-s3" busy={busy && words.done} onClick={() => void performAct(signOutMember)}>
            {words.signOut}
          </Button>
        </>
      )}
    </Section>
  );
}

/** Hidden if the member cannot sign in to download the export. */
function DataSection({ account: { id, state } }: { account: Details }) {
  const { busy, run: performAct } = useAccountAct(id);
  if (state !== 'live') return null;
  return (
    <Section title={words.data} about={words.dataHint}>
      <Button
        kind="quiet"
        className="mt-s3"
        busy={busy && words.done}
        onClick={() => void performAct(sendMemberExport, undefined, words.dataSent)}
      >
        {words.sendData}
      </Button>
    </Section>
  );
}

function CloseButton({ account: { id, role, state } }: { account: Details }) {
  const closeDialog = useLazyDialog(async () => (await import('./account-dialogs.tsx')).CloseAccountDialog);
  if (role === 'admin' || state === 'closed' || state === 'pending' || state === 'waiting') return null;
  return (
    <div className="mt-s7">
      <Button kind="danger" onClick={closeDialog.open}>
        {words.close}
      </Button>
      {closeDialog.Dialog && <closeDialog.Dialog id={id} onClose={closeDialog.close} />}
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
  return useAction(async (endpoint: Act, body?: object, message: string = words.done) => {
    try {
      await call(endpoint as typeof grantMemberPlan, { params: { id }, ...(body && { body: body as { name: string } }) });
      toast.success(message);
    } finally {
      await accountChanged(client, id);
    }
  }, words.failed);
}
