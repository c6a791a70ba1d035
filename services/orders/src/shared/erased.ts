/** In place of names and reasons, after the account of a customer was deleted. */
export const ERASED = 'Effacé avec le compte du client';
