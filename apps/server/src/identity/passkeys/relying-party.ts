import type { Config } from '../../platform/config.ts';

/** Passkeys are bound to the public URL, whatever other addresses the server has. */
export const relyingParty = ({ publicUrl }: Config) => ({ id: publicUrl.hostname, origin: publicUrl.origin });

export const userHandle = (memberId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(memberId.replaceAll('-', ''), 'hex'));
