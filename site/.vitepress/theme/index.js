import DefaultTheme from "vitepress/theme-without-fonts";
import VersionSwitch from "./VersionSwitch.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component("VersionSwitch", VersionSwitch),
};
