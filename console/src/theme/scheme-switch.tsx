import { ActionIcon, type MantineColorScheme, Tooltip, useMantineColorScheme } from "@mantine/core";
import { AutoIcon, MoonIcon, SunIcon } from "../parts/icons.tsx";

const SCHEMES = {
  auto: { next: "light", words: "Colours follow the system", Icon: AutoIcon },
  light: { next: "dark", words: "Light", Icon: SunIcon },
  dark: { next: "auto", words: "Dark", Icon: MoonIcon },
} as const satisfies Record<MantineColorScheme, { next: MantineColorScheme; words: string; Icon: typeof SunIcon }>;

/** Automatic, light, dark, in turn; kept in this browser. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { next, words, Icon } = SCHEMES[colorScheme];
  return (
    <Tooltip label={words}>
      <ActionIcon color="gray" aria-label={`${words}; change the colours`} onClick={() => setColorScheme(next)}>
        <Icon />
      </ActionIcon>
    </Tooltip>
  );
}
