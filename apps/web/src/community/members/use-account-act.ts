import type { grantMemberPlan, revokeMemberPlan, sendMemberExport, signOutMember } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { useQueryClient } from '@tanstack/react-query';
import { accountChanged } from '~/platform/lib/cache-events/accounts.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';

type Act = typeof grantMemberPlan | typeof revokeMemberPlan | typeof sendMemberExport | typeof signOutMember;

/** Performs one act at a time and refreshes the account. */
export function useAccountAct(id: string) {
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
