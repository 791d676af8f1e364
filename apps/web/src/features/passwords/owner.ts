/** What the sections need to know of the member to ask whether it is really them. */
export interface Owner {
  /** Without one, the server asks for a recent sign-in instead. */
  hasPassword: boolean;
  email: string;
}
