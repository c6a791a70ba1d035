import { ApiError } from '@fasocolis/web-kit/api';
import { saveFile } from '@fasocolis/web-kit/save-file';
import { toast } from '@fasocolis/web-kit/toast-store';
import type { ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useListContext, useLogoutIfAccessDenied } from 'react-admin';
import { send } from '../providers/sender.ts';
import { TextButton } from './text-button.tsx';

interface ExportButtonProps extends Pick<ButtonProps, 'variant' | 'color'> {
  address: string;
  fileName: string;
  success: string;
}

export function ExportButton({ address, fileName, success, ...button }: ExportButtonProps) {
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadWorkbook(address, fileName),
    onSuccess: () => toast({ title: 'Export réussi', description: success }),
    onError: async (error) => {
      await leaveIfAccessDenied(error);
      toast({
        title: "Échec de l'exportation",
        description: waitOf(error) ?? "Une erreur s'est produite lors de l'exportation des données",
        variant: 'destructive',
      });
    },
  });

  return (
    <TextButton {...button} label="Exporter en Excel" icon={Download} disabled={isPending} onClick={() => mutate()} />
  );
}

/** When to try again, after others' long exports. */
const waitOf = (error: Error) => (error instanceof ApiError && error.status === 429 ? error.serverMessage : undefined);

/** Exports the surrounding list, as it is filtered. */
export function ListExport(button: Omit<ExportButtonProps, 'address'>) {
  const { resource, filterValues } = useListContext();
  const query = new URLSearchParams({ filter: JSON.stringify(filterValues) });
  return <ExportButton {...button} address={`/api/${resource}/export/excel?${query}`} />;
}

/** Downloads a workbook. @throws ApiError when the server refuses or fails */
export async function downloadWorkbook(address: string, fileName: string): Promise<void> {
  const response = await send(address, { credentials: 'include' });
  if (!response.ok) {
    const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new ApiError("Erreur lors de l'exportation Excel", { status: response.status, code, serverMessage: message });
  }
  saveFile(fileName, await response.blob());
}
