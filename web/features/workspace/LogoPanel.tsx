import { Box, Button, Typography } from '@mui/material';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { WORKSPACE_LIMITS } from '#contract/workspace.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ChangeSettings } from './WorkspaceSettings.tsx';

/** The company's logo: shown in the sidebar and on the sign-in page. */
export function LogoPanel({ logoUrl, onChange }: { logoUrl: string | null; onChange: ChangeSettings }) {
  const input = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (logo: string | null) => {
    setPending(true);
    setProblem(null);
    await onChange({ logo }, (_field, message) => setProblem(message));
    setPending(false);
  };
  const upload = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > WORKSPACE_LIMITS.logoBytes) return setProblem('The logo can have at most 200 kB');
    return save(toBase64(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <Panel title="Logo" hint="A PNG or JPEG image of at most 200 kB. It is in the sidebar and on the sign-in page.">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Logo size={48} image={logoUrl} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label="Logo file"
          hidden
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
        <LoadingButton
          loading={pending}
          variant="outlined"
          startIcon={<ImageUp size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {pending ? 'Saving...' : 'Upload Logo'}
        </LoadingButton>
        {logoUrl && !pending && (
          <Button variant="text" onClick={() => void save(null)}>
            Remove Logo
          </Button>
        )}
      </Box>
      {problem && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 1 }}>
          {problem}
        </Typography>
      )}
    </Panel>
  );
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
