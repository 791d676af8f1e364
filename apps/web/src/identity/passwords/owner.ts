/** Account data for `ConfirmWithPassword`. */
export interface Owner {
  /** If false, the server requires a recent sign-in. */
  hasPassword: boolean;
  email: string;
}
