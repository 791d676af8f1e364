/** What a section needs to confirm that it is really the member. */
export interface Owner {
  /** Without one, the server asks for a recent sign-in instead. */
  hasPassword: boolean;
  email: string;
}
