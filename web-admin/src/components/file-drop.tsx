import { Box, Typography } from '@mui/material';
import Upload from 'lucide-react/icons/upload';
import type { ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { OutlinedButton } from './text-button.tsx';

interface FileDropProps {
  label: string;
  hint: string;
  /** The attribute `accept`; other files can still be dropped. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

export function FileDrop({ label, hint, accept, multiple = false, onFiles, children }: FileDropProps) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => onFiles(files),
  });
  return (
    <Box
      {...getRootProps({ className: 'row centred' })}
      sx={[zoneStyle, isDragActive && { borderColor: 'primary.main', bgcolor: 'background.default' }]}
    >
      <OutlinedButton label={label} icon={Upload} onClick={open} />
      {children}
      <Typography variant="body2" sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary' }}>
        {hint}
      </Typography>
      <input {...getInputProps({ accept, multiple, hidden: true })} />
    </Box>
  );
}

const zoneStyle = {
  p: 1,
  border: '1px dashed var(--fc-control-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;
