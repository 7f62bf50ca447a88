import { createTheme } from "@mantine/core";

/** Dense by default. Colours and fonts are set in theme.css, see there. */
export const theme = createTheme({
  defaultRadius: "sm",
  fontFamily: "var(--sw-font)",
  fontFamilyMonospace: "var(--sw-mono)",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "xs" } },
    ActionIcon: { defaultProps: { size: "md", variant: "subtle" } },
    TextInput: { defaultProps: { size: "xs" } },
    NumberInput: { defaultProps: { size: "xs" } },
    Textarea: { defaultProps: { size: "xs" } },
    Select: { defaultProps: { size: "xs", checkIconPosition: "right" } },
    TagsInput: { defaultProps: { size: "xs" } },
    MultiSelect: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    // The lock would need a style element, which the content security policy refuses.
    Modal: { defaultProps: { lockScroll: false, centered: true } },
    ModalRoot: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false, position: "right" } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
  },
});
