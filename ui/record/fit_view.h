// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/inference.h"

#include <QFrame>
#include <QPushButton>

#include <array>

QT_BEGIN_NAMESPACE
class QButtonGroup;
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

class ElidedLabel;

/// A preset with how many decisions and delays are as it has them; checked where the calls are held against
/// it.
class FitButton : public QPushButton
{
    Q_OBJECT
public:
    explicit FitButton(QWidget* parent = nullptr);

    void display(const PresetFit& fit);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    QString m_count; ///< `12 of 14`
    double m_share = 0;
};

/// What a client looks like: the best preset in a sentence, the next ones beside it, and what to do with the
/// one that is chosen.
class FitView : public QFrame
{
    Q_OBJECT
public:
    static constexpr std::size_t kShown = 4;

    explicit FitView(QWidget* parent = nullptr);

    /// client: nullptr while nothing was inferred. others: clients beside it in the record. The choice stays
    /// where that preset is still among the first.
    void display(const InferredClient* client, int others);
    /// Id of the preset that is chosen; empty: none.
    [[nodiscard]] const std::string& preset() const { return m_preset; }
    /// The policy to be saved is made of what was measured, since neither the evidence nor the user chose a
    /// preset.
    [[nodiscard]] bool savesMeasured() const;

Q_SIGNALS:
    /// Another preset is chosen, by the user.
    void presetChosen();
    void useRequested();
    void saveOwnRequested();
    void compareRequested();
    void judgeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void displayActions();
    void choose(int button);
    void applyTheme();

    QLabel* m_caption;
    QLabel* m_headline;
    QLabel* m_sentence;
    QPushButton* m_use;
    QPushButton* m_judge;
    QPushButton* m_compare;
    QPushButton* m_saveOwn;
    std::array<FitButton*, kShown> m_fits{};
    std::array<std::string, kShown> m_ids;
    QButtonGroup* m_group = nullptr;
    std::string m_preset;
    bool m_hasClient = false;
    bool m_isOfOne = false;  ///< the evidence names one preset
    bool m_isChosen = false; ///< by the user
};

} // namespace retryscope::ui
