import { HttpError } from 'react-admin';

const FILE_NAME = 'utilisateurs.xlsx';
/** Browsers start reading the file some time after the click, and none tells when it is done. */
const RELEASE_DELAY = 60_000;

/**
 * Saves the spreadsheet of all users on this machine.
 * @throws HttpError when the server refuses or fails
 */
export async function exportUsers(): Promise<void> {
  const response = await fetch('/api/users/export/excel', { credentials: 'include' });
  if (!response.ok) throw new HttpError("Erreur lors de l'exportation Excel", response.status);

  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_DELAY);
}
