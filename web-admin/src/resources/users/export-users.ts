import { HttpError } from 'react-admin';
import { saveFile } from '../../components/save-file.ts';

const FILE_NAME = 'utilisateurs.xlsx';

/**
 * Saves the spreadsheet of all users on this machine.
 * @throws HttpError when the server refuses or fails
 */
export async function exportUsers(): Promise<void> {
  const response = await fetch('/api/users/export/excel', { credentials: 'include' });
  if (!response.ok) throw new HttpError("Erreur lors de l'exportation Excel", response.status);

  saveFile(FILE_NAME, await response.blob());
}
