import type { Consignment } from '@fasocolis/contracts/consignments';
import type { ScanMode } from '@fasocolis/contracts/scans';
import { Button } from '@mui/material';
import ScanLine from 'lucide-react/icons/scan-line';
import { useStore } from 'react-admin';
import { useNavigate } from 'react-router-dom';

interface ScanButtonProps {
  consignment: Consignment;
  mode: Extract<ScanMode, 'load' | 'arrive'>;
  children: string;
}

/** Opens the scanner for one end of a consignment. */
export function ScanButton({ consignment: { id, code }, mode, children }: ScanButtonProps) {
  const navigate = useNavigate();
  const [, setMode] = useStore<string>('look.scan.mode');
  const [, setChosen] = useStore<Pick<Consignment, 'id' | 'code'>>(
    mode === 'load' ? 'look.scan.consignment' : 'look.scan.counted',
  );
  const scan = () => {
    setMode(mode);
    setChosen({ id, code });
    void navigate('/scan');
  };
  return (
    <Button variant="outlined" startIcon={<ScanLine aria-hidden size={20} />} onClick={scan}>
      {children}
    </Button>
  );
}
