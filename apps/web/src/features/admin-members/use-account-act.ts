import type { grantMemberPlan, revokeMemberPlan, sendMemberExport, signOutMember } from '@mbari/contract/admin-members';
import * as words from '@mbari/words/admin';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountChanged } from '~/lib/cache-events/accounts.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';

type Act = typeof grantMemberPlan | typeof revokeMemberPlan | typeof sendMemberExport | typeof signOutMember;

/** Acts on an account, one act at a time, and shows it as it is afterwards. */
export function useAccountAct(id: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = async (endpoint: Act, body?: object, said = words.done): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await call(endpoint as typeof grantMemberPlan, { params: { id }, ...(body && { body: body as { name: string } }) });
      toast.success(said);
    } catch (error) {
      toast.error(wordsOf(error, words.failed));
    } finally {
      await accountChanged(client, id);
      setBusy(false);
    }
  };
  return { busy, act };
}
