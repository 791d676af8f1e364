import type { Config } from '../../platform/config.ts';

/** Whom passkeys are made for and by whose pages they are used: the address people use, and no other this server answers to. */
export const relyingParty = ({ publicUrl }: Config) => ({ id: publicUrl.hostname, origin: publicUrl.origin });

/** How a passkey names its member: the bytes of their id. It says nothing about them. */
export const userHandle = (memberId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(memberId.replaceAll('-', ''), 'hex'));
