import { createApiToken } from '@mbari/contract/identity/api-tokens';
import type { Scope } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/api-tokens';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { FieldError, SelectField, TextField } from '~/platform/ui/field.tsx';
import { scopeWords } from './scope-words.ts';
import { ShownOnceDialog, ShownSecret } from './shown-once-dialog.tsx';

const scopes = Object.keys(scopeWords) as Scope[];

/** Creates a token and shows it once. */
export function CreateApiToken({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const client = useQueryClient();
  const [token, setToken] = useState<string>();
  if (token !== undefined)
    return (
      <ShownOnceDialog title={words.newToken} hint={words.newTokenHint} kept={words.kept} keepFirst={words.keepFirst} onKept={onClose}>
        <ShownSecret name={words.newToken} text={token} copy={words.copyToken} />
      </ShownOnceDialog>
    );
  return (
    <ConfirmWithPassword
      title={words.create}
      owner={owner}
      action={words.create}
      busyWords={words.creating}
      onClose={onClose}
      onConfirm={async (confirmed, { name = '', days = '', ...fields }) => {
        const body = {
          name,
          scopes: scopes.filter((scope) => scope in fields),
          days: days === '' ? null : Number(days),
          ...confirmed,
        };
        setToken((await call(createApiToken, { body })).token);
        await signInMethodsChanged(client);
      }}
      renderFields={(errors) => (
        <>
          <TextField
            label={words.name}
            name="name"
            maxLength={limits.apiTokenName}
            autoComplete="off"
            dir="auto"
            required
            hint={words.nameHint}
            error={errors['name']}
          />
          <ScopeFields error={errors['scopes']} />
          <SelectField label={words.ends} name="days" defaultValue={90} error={errors['days']}>
            <option value={30}>{words.inDays({ count: 30 })}</option>
            <option value={90}>{words.inDays({ count: 90 })}</option>
            <option value={365}>{words.inYear}</option>
            <option value="">{words.never}</option>
          </SelectField>
        </>
      )}
    />
  );
}

function ScopeFields({ error }: { error: readonly string[] | undefined }) {
  const { user } = useSession();
  const id = useId();
  const mayGrant = (scope: Scope): boolean => scope !== 'admin:read' || (user !== null && user.role !== 'member');
  return (
    <fieldset className="scope-fields" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 text-t15 font-semibold">{words.permissions}</legend>
      {scopes.filter(mayGrant).map((scope) => (
        <div key={scope}>
          <input
            id={`${id}-${scope}`}
            type="checkbox"
            name={scope}
            data-field="scopes"
            defaultChecked={scope === 'read'}
            aria-describedby={`${id}-${scope}-hint`}
          />
          <label htmlFor={`${id}-${scope}`}>{scopeWords[scope].label}</label>
          <p id={`${id}-${scope}-hint`}>{scopeWords[scope].hint}</p>
        </div>
      ))}
      <div aria-live="polite">{error && <FieldError id={`${id}-error`}>{error[0]}</FieldError>}</div>
    </fieldset>
  );
}
